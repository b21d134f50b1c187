import { call } from '../../../api/call.ts'
import { invalidate } from '../../../api/query.ts'
import { useAction } from '../../../api/use-action.ts'
import { notifyDone, notifyFailed } from '../../../components/mutation-notice.ts'
import { longDay } from '../../../time/days.ts'
import { ME } from '../shared/use-me.ts'

interface Booking {
  readonly day: string
  readonly body: { readonly bayId: string } | { readonly locationId: string }
}

/** Books and cancels bays. */
export const useParkingCommands = () => {
  // Also where it was refused: somebody was faster.
  const onSettled = () => invalidate('listFreeBays', 'listUserParking')
  return {
    book: useAction({
      mutationFn: ({ day, body }: Booking) => call('bookParking', { params: { ...ME, day }, body }),
      onSuccess: ({ bayName, locationName, day }) => notifyDone(`Bay ${bayName}, ${locationName}, is yours on ${longDay(day)}.`),
      onError: notifyFailed,
      onSettled,
    }),
    cancel: useAction({
      mutationFn: (day: string) => call('cancelParking', { params: { ...ME, day } }),
      onSuccess: (_, day) => notifyDone(`Your bay on ${longDay(day)} is cancelled.`),
      onError: notifyFailed,
      onSettled,
    }),
  }
}
