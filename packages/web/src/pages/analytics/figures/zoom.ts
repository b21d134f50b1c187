/** The number of days from which a chart can be zoomed. */
const MANY_DAYS = 70

/** A slider below a chart of many days. */
export const zoomOf = (days: number) =>
  days > MANY_DAYS ? { dataZoom: [{ type: 'slider', height: 22, bottom: 6, brushSelect: false, showDetail: false }] } : {}
