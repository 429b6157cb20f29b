"""What a state is worth: every seat's chance to win, learned from self-play, computed inside the search.

A game's `features` names facts that can be read off a state for each seat. A seat's standing is a weighted sum of
its facts, the weights sliding from the first move to the last; the chances are the softmax of the standings. The
weights are data of the game, `weights/<seats>.json`, made by `python -m yonto.search.evaluate.learn`.
"""
