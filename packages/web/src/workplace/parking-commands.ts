import { t } from '@lingui/core/macro'
import { type Answer, call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { useAction } from '../api/use-action.ts'
import { notifyDone, notifyFailed, notifyUndoable } from '../components/notices.tsx'
import { shortDay } from '../time/days.ts'
import { ME } from './me.tsx'

export type ParkingBooking = Answer<'listUserParking'>['items'][number]

interface Booking {
  readonly day: string
  readonly body: { readonly bayId: string } | { readonly locationId: string }
}

/** What notices about the bay of a day are about: the next one takes their place. */
export const aboutBay = (day: string): string => `bay on ${day}`

/** Books and cancels bays. */
export const useParkingCommands = () => {
  // The lists are also fetched again after a refusal, which usually means that another user was faster.
  const onSettled = () => invalidate('listFreeBays', 'listUserParking')
  const book = useAction({
    mutationFn: ({ day, body }: Booking) => call('bookParking', { params: { ...ME, day }, body }),
    onSuccess: ({ bayName, locationName, day }) => {
      const date = shortDay(day)
      notifyDone(t`Bay ${bayName}, ${locationName}, is yours on ${date}.`, aboutBay(day))
    },
    onError: notifyFailed,
    onSettled,
  })
  const cancel = useAction({
    mutationFn: ({ day }: Pick<ParkingBooking, 'day' | 'bayId' | 'bayName'>) => call('cancelParking', { params: { ...ME, day } }),
    onSuccess: (_, { day, bayId, bayName }) => {
      const date = shortDay(day)
      notifyUndoable(t`Bay ${bayName} on ${date} given back.`, () => book.mutate({ day, body: { bayId } }), aboutBay(day))
    },
    onError: notifyFailed,
    onSettled,
  })
  return { book, cancel }
}
