"""SoL, the carrom tournament manager: its rounds on our tables, our results on its cards."""
