/** What the buttons of a calendar are called to screen readers. */
export const CALENDAR_LABELS = {
  previousMonth: 'Month before',
  nextMonth: 'Next month',
  previousYear: 'Year before',
  nextYear: 'Next year',
  previousDecade: 'Decade before',
  nextDecade: 'Next decade',
}
