/** YYYY-MM-DD of any form in which the API takes a day; undefined for none. */
export const dashedDay = (given: string | undefined): string | undefined =>
  given === undefined ? undefined : given.replace(/^(\d{4})-?(\d{2})-?(\d{2}).*$/s, '$1-$2-$3')
