import { notifications } from '@mantine/notifications'
import { ApiError } from '../api/api-error.ts'

/** Says that something was done. */
export const notifyDone = (message: string): void => {
  notifications.show({ message, color: 'petrol' })
}

/** Says why something was not done, until it is closed. */
export const notifyFailed = (error: unknown): void => {
  const title = error instanceof ApiError ? error.problem.title : 'This did not work'
  notifications.show({ title, message: error instanceof Error ? error.message : String(error), color: 'red', autoClose: false })
}
