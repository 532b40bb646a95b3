-- A notice that announces nothing, as one entered by mistake, is taken away again; one with entries is held by them.
GRANT DELETE ON notice TO carrara_app;
