from kilntools.chart import CurveFitter


def test_fit_keeps_peaks():
    assert CurveFitter().window == 5
