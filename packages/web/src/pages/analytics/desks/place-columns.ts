import { t } from '@lingui/core/macro'
import type { PlaceFigures } from '@rollcall/contract'
import type { Column } from '../../../components/table/columns.ts'

/** The columns of a file with the use of each desk. */
export const PLACE_COLUMNS: readonly Column<PlaceFigures['places'][number]>[] = [
  { name: t`Desk`, value: ({ placeName }) => placeName },
  { name: t`Zone`, value: ({ zoneName }) => zoneName },
  { name: t`Level`, value: ({ levelName }) => levelName },
  { name: t`Booked days`, value: ({ bookedDays }) => bookedDays },
  { name: t`Used days`, value: ({ usedDays }) => usedDays },
  { name: t`Workdays`, value: ({ workdays }) => workdays },
  { name: t`Workdays with presence reported`, value: ({ measuredWorkdays }) => measuredWorkdays },
  { name: t`Utilization`, value: ({ utilization }) => utilization },
]
