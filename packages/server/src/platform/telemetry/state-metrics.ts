import { Gauge, type Registry } from 'prom-client'

/** Reads the state of the work from the database at intervals; it is the same on all nodes. */
export const stateMetrics = (registers: Registry[]) => ({
  nightly: new Gauge({
    name: 'rollcall_nightly_enabled',
    help: 'Whether this node does the nightly work',
    registers,
  }),
  refreshOverdueDays: new Gauge({
    name: 'rollcall_refresh_overdue_days',
    help: 'Days by which the publication of the location that lags most is overdue',
    registers,
  }),
  refreshOverdueLocations: new Gauge({
    name: 'rollcall_refresh_overdue_locations',
    help: 'Locations whose publication is overdue',
    registers,
  }),
  oldestUnpublished: new Gauge({
    name: 'rollcall_oldest_unpublished_day_timestamp_seconds',
    help: 'Start in UTC of the first day whose publication is overdue; 0 if there is none',
    registers,
  }),
  quarantineEvents: new Gauge({
    name: 'rollcall_quarantine_events',
    help: 'Refused events that are kept',
    registers,
  }),
  quarantineLastDay: new Gauge({
    name: 'rollcall_quarantine_last_day_events',
    help: 'Events that were refused within 24 hours',
    registers,
  }),
  sourceAlarms: new Gauge({
    name: 'rollcall_source_alarms',
    help: 'Sources that fell silent, or whose clock is ahead',
    labelNames: ['what'],
    registers,
  }),
  mailsWaiting: new Gauge({
    name: 'rollcall_mails_waiting',
    help: 'Mail in the outbox that is not sent yet',
    registers,
  }),
  oldestMail: new Gauge({
    name: 'rollcall_mail_oldest_seconds',
    help: 'How long the oldest of the mail that is still tried has waited; 0 if none waits',
    registers,
  }),
  stateRead: new Gauge({
    name: 'rollcall_state_read_timestamp_seconds',
    help: 'When these values were last read from the database',
    registers,
  }),
})
