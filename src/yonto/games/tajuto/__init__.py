"""Tajuto, by Reiner Knizia: feel for floors in a bag, raise eight pagodas together, turn meditation into spirit."""
