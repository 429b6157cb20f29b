"""What all games share: the contract, errors that carry data, words, records, matches and chance."""
