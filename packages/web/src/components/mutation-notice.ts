import { notifications } from '@mantine/notifications'
import { ApiError } from '../api/api-error.ts'

/** Says that something was done. */
export const notifyDone = (message: string): void => {
  notifications.show({ message, color: 'petrol' })
}

/** Says why something was not done, until it is closed. */
export const notifyFailed = (error: unknown): void => {
  // The dialog to sign in again says it.
  if (error instanceof ApiError && error.endsSession) return
  const title = error instanceof ApiError ? error.problem.title : 'This did not work'
  notifications.show({ title, message: error instanceof Error ? error.message : String(error), color: 'red', autoClose: false })
}
