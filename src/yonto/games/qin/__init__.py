"""Qin, by Reiner Knizia: lay tiles of two fields, found provinces, win villages, and build the last of your pagodas."""
