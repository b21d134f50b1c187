import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'

/** Notices appear in the lower corner, a few at a time: above they would cover the title of the page, and what was just done. */
export const NoticesShown = () => <Notifications position="bottom-right" limit={3} />
