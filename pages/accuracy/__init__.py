"""The page Accuracy: pass rates, model comparison, calibration and review work."""
