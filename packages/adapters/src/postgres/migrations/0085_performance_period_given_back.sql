-- A quarter that the rows of a data transfer opened goes when the transfer is undone: nothing is in it any more.
GRANT DELETE ON period TO carrara_app;
