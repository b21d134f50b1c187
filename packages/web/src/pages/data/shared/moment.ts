const MOMENT = new Intl.DateTimeFormat(undefined, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
})

/** A moment of the service as a whole, which is of no building: where the reader is, with the zone. */
export const momentName = (moment: string): string => MOMENT.format(new Date(moment))
