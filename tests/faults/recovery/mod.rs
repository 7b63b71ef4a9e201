//! Clusters that move, die and come back: the address book, the dials, the refresh.
