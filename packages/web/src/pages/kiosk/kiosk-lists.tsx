import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Kiosk } from '@rollcall/contract'
import { showNumber } from '../../components/format.ts'
import { QrCode } from '../../components/qr-code.tsx'
import { LANGUAGE } from '../../language/language.ts'
import { timeOf } from '../../time/zoned-time.ts'
import classes from './kiosk.module.css'
import { PagedList } from './paged-list.tsx'

type Level = Kiosk['levels'][number]

export const isNeighborhood = ({ zoneType }: Level['zones'][number]): boolean => zoneType === 'neighborhood'

/** The zones where people book a seat instead of a particular desk. */
export const ZoneSeats = ({ level: { zones } }: { level: Level }) => {
  const neighborhoods = zones.filter(isNeighborhood)
  if (neighborhoods.length === 0) return null
  return (
    <PagedList title={t`Seats in zones`} count={neighborhoods.length}>
      {neighborhoods.map(({ zoneId, zoneName, seats, taken }) => {
        const [free, all] = [showNumber(seats - taken), showNumber(seats)]
        return (
          <li key={zoneId}>
            <span>{zoneName}</span>
            <b data-kind={taken < seats ? 'free' : 'taken'}>{taken < seats ? t`${free} of ${all} free` : t`full`}</b>
          </li>
        )
      })}
    </PagedList>
  )
}

/** The rooms of the level, and whether they are free. */
export const Spaces = ({ level: { spaces } }: { level: Level }) => {
  if (spaces.length === 0) return null
  return (
    <PagedList title={t`Rooms`} count={spaces.length}>
      {spaces.map((space) => (
        <li key={space.spaceName}>
          <span>{space.spaceName}</span>
          <b data-kind={space.isOccupied ? 'taken' : space.isOccupied === false ? 'free' : undefined}>{stateOf(space)}</b>
        </li>
      ))}
    </PagedList>
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
    <PagedList title={t`Today`} count={events.length}>
      {events.map(({ eventName, startsAt, spaceName }) => (
        <li key={`${startsAt} ${eventName}`}>
          <span>
            <b>{timeOf(startsAt, timeZone)}</b> {eventName}
          </span>
          <span className={classes.quiet}>{spaceName}</span>
        </li>
      ))}
    </PagedList>
  )
}

/** By name, because people are looked for by it. */
export const Names = ({ level: { desks } }: { level: Level }) => {
  const named = desks
    .flatMap(({ personName, ...desk }) => (personName ? [{ ...desk, personName }] : []))
    .toSorted((a, b) => a.personName.localeCompare(b.personName, LANGUAGE))
  if (named.length === 0) return null
  return (
    <PagedList title={t`Who is where`} count={named.length}>
      {named.map(({ placeId, placeName, personName }) => (
        <li key={placeId}>
          <span>{personName}</span>
          <span className={classes.quiet}>{placeName}</span>
        </li>
      ))}
    </PagedList>
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
