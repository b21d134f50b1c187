import type { Calendar } from '../../../workplace/calendar.ts'
import { HolidayModal } from './holiday-modal.tsx'
import { ImportModal } from './import-modal.tsx'
import { ClosureModal, OutageModal } from './period-modals.tsx'
import { DismissModal, RemoveHolidayModal, RemoveImportedModal, RemovePeriodModal } from './remove-modals.tsx'

interface Period {
  readonly firstDay: string
  readonly lastDay: string
}

/** The dialog that is open, and what it begins with. */
export type Open =
  | { readonly what: 'holiday'; readonly day?: string; readonly name?: string; readonly uid?: string | null }
  | { readonly what: 'closure' | 'outage'; readonly period?: Period }
  | { readonly what: 'dismiss'; readonly period: Period }
  | { readonly what: 'import' | 'remove-imported' }
  | { readonly what: 'remove-holiday'; readonly day: string; readonly names: readonly string[] }
  | { readonly what: 'remove-closure' | 'remove-outage'; readonly id: string; readonly period: Period }

interface Props {
  readonly calendar: Calendar
  readonly open: Open
  /** Shows a day of the calendar that was changed. */
  readonly onEntered: (day: string) => void
  readonly onClose: () => void
}

export const OpenDialog = ({ calendar, open, onEntered, onClose }: Props) => {
  const shared = { calendar, onClose }
  switch (open.what) {
    case 'holiday':
      return <HolidayModal {...shared} day={open.day} name={open.name} uid={open.uid ?? null} onEntered={onEntered} />
    case 'closure':
      return <ClosureModal {...shared} period={open.period} />
    case 'outage':
      return <OutageModal {...shared} period={open.period} />
    case 'dismiss':
      return <DismissModal {...shared} period={open.period} />
    case 'import':
      return <ImportModal {...shared} />
    case 'remove-imported':
      return <RemoveImportedModal {...shared} />
    case 'remove-holiday':
      return <RemoveHolidayModal {...shared} day={open.day} names={open.names} />
    default:
      return <RemovePeriodModal {...shared} what={open.what} id={open.id} period={open.period} />
  }
}
