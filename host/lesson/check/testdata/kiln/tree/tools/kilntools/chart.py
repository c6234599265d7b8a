"""Draw charts. See also smooth_curve in the old notebook."""
import polars as pl
import typer

app = typer.Typer()

CONE_TABLE = {"06": 999, "6": 1222}


class CurveFitter:
    """Fits. CurveFitter.residuals was cut."""

    def __init__(self, window: int = 5):
        self.window = window

    def fit(self, frame: pl.DataFrame) -> pl.DataFrame:
        # drop_outliers goes here one day
        return frame.rolling(index_column="taken_at", period="5m").agg(pl.col("celsius").mean())


@app.command()
def draw(kiln: str, out_dir: str = "charts", skip_empty: bool = False):
    """Draw the chart of a kiln."""
    query = """
        select taken_at, celsius from readings
    """
    print(query, kiln, out_dir, skip_empty)
