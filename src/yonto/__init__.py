"""Yonto, 四塔: four board games with exact rules, honest computer players and records that replay for ever."""

__version__ = "0.1.0"
