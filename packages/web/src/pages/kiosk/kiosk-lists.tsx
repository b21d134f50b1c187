import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Kiosk } from '@rollcall/contract'
import { QrCode } from '../../components/qr-code.tsx'
import { timeOf } from '../../time/zoned-time.ts'
import classes from './kiosk.module.css'

type Level = Kiosk['levels'][number]

/** The rooms of the level, and whether they are free. */
export const Spaces = ({ level: { spaces } }: { level: Level }) => {
  if (spaces.length === 0) return null
  return (
    <section>
      <h2>
        <Trans>Rooms</Trans>
      </h2>
      <ul>
        {spaces.map((space) => (
          <li key={space.spaceName}>
            <span>{space.spaceName}</span>
            <b data-kind={space.isOccupied ? 'taken' : space.isOccupied === false ? 'free' : undefined}>{stateOf(space)}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}

const stateOf = ({ isOccupied, occupancy, capacity }: Level['spaces'][number]): string => {
  if (isOccupied && occupancy) return plural(occupancy, { one: '# person', other: '# people' })
  if (isOccupied) return t({ message: 'occupied', context: 'room' })
  if (isOccupied === false) return t({ message: 'free', context: 'room' })
  return capacity === null ? '–' : plural(capacity, { one: '# seat', other: '# seats' })
}

export const Events = ({ kiosk: { events, timeZone } }: { kiosk: Kiosk }) => {
  if (events.length === 0) return null
  return (
    <section>
      <h2>
        <Trans>Today</Trans>
      </h2>
      <ul>
        {events.map(({ eventName, startsAt, spaceName }) => (
          <li key={`${startsAt} ${eventName}`}>
            <span>
              <b>{timeOf(startsAt, timeZone)}</b> {eventName}
            </span>
            <span className={classes.quiet}>{spaceName}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

export const Names = ({ level: { desks } }: { level: Level }) => {
  const named = desks.filter(({ personName }) => personName)
  if (named.length === 0) return null
  return (
    <section>
      <h2>
        <Trans>Who is where</Trans>
      </h2>
      <ul>
        {named.map(({ placeId, placeName, personName }) => (
          <li key={placeId}>
            <span>{personName}</span>
            <span className={classes.quiet}>{placeName}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Opens the desks of the level on the phone of a passer-by, who signs in there. */
export const BookHere = ({ level: { levelId } }: { level: Level }) => (
  <section className={classes.book}>
    <QrCode text={`${window.location.origin}/me/desk?levelId=${levelId}`} label={t`QR code: book a desk`} />
    <p>
      <Trans>Scan to book a desk here.</Trans>
    </p>
  </section>
)
