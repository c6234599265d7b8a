import { defineStore } from "pinia";

export const useWeather = defineStore("weather", {
  state: () => ({ frostAlarm: false, readings: [] as number[] }),
  actions: {
    /** replaces pullForecast */
    async refreshForecast() {
      const url = "https://example.org//forecast"; // keep
      this.readings = await (await fetch(url)).json();
    },
  },
});
