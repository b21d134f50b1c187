import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'

/** Notices appear above the heading of the page, where they cover no desks. */
export const NoticesShown = () => <Notifications position="top-center" />
