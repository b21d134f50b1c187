import { t } from '@lingui/core/macro'
/** What the buttons of a calendar are called to screen readers. */
export const CALENDAR_LABELS = {
  previousMonth: t`Month before`,
  nextMonth: t`Next month`,
  previousYear: t`Year before`,
  nextYear: t`Next year`,
  previousDecade: t`Decade before`,
  nextDecade: t`Next decade`,
}
