import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Kiosk } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import type { FloorImage, FloorMark } from '../../components/floor-map/floor-place.ts'
import { StillMap } from '../../components/floor-map/still-map.tsx'
import { showNumber } from '../../components/format.ts'
import { timeOf } from '../../time/zoned-time.ts'
import classes from './kiosk.module.css'
import { BookHere, Events, isNeighborhood, Names, Spaces, ZoneSeats } from './kiosk-lists.tsx'
import { useClock, useTurn } from './use-screen.ts'

type Level = Kiosk['levels'][number]
type Desk = Level['desks'][number]

interface Props {
  readonly kiosk: Kiosk
  readonly clockOffset: number
  /** Whether the service cannot be reached. */
  readonly isAway: boolean
  readonly secret: string
}

/** One level at a time, with what is free and what is on. */
export const KioskBoard = ({ kiosk, clockOffset, isAway, secret }: Props) => {
  const { locationName, levels, secondsPerLevel, timeZone } = kiosk
  const turn = useTurn(levels.length, secondsPerLevel)
  const level = levels[turn]
  const { time, date } = useClock(timeZone, clockOffset)
  const [number, all] = [showNumber(turn + 1), showNumber(levels.length)]
  return (
    <main className={classes.board}>
      <header className={classes.header}>
        <div>
          <h1>{level?.levelName ?? locationName}</h1>
          <p>
            {level ? locationName : null}
            {levels.length > 1 ? <span className={classes.quiet}> · {t`${number} of ${all}`}</span> : null}
          </p>
        </div>
        <div className={classes.clock}>
          <p className={classes.time}>{time}</p>
          <p>{date}</p>
        </div>
      </header>
      <Banners kiosk={kiosk} isAway={isAway} />
      {level ? (
        <>
          <LevelMap level={level} secret={secret} />
          <aside className={classes.side}>
            <Figures level={level} presentCount={kiosk.presentCount} />
            <div className={classes.lists}>
              <ZoneSeats level={level} />
              <Spaces level={level} />
              <Events kiosk={kiosk} />
              {kiosk.showsNames ? <Names level={level} /> : null}
            </div>
            <BookHere level={level} />
          </aside>
        </>
      ) : (
        <p className={classes.empty}>
          <Trans>There is nothing in use to show here right now.</Trans>
        </p>
      )}
    </main>
  )
}

const Banners = ({ kiosk: { closedReason, timestamp, timeZone }, isAway }: { kiosk: Kiosk; isAway: boolean }) => {
  const time = timeOf(timestamp, timeZone)
  return (
    <div className={classes.banners} aria-live="polite">
      {closedReason ? (
        <p className={classes.banner}>
          <Trans>Closed today: {closedReason}</Trans>
        </p>
      ) : null}
      {isAway ? (
        <p className={classes.banner}>
          <Trans>No connection. This is how it was at {time}.</Trans>
        </p>
      ) : null}
    </div>
  )
}

/** The first letters of a name fit on a desk. */
const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((part) => [...part][0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase()

/** Seats of a neighborhood are not booked one by one, so none of them is known to be free. */
const markIn =
  (neighborhoods: ReadonlySet<string>) =>
  (desk: Desk): FloorMark =>
    neighborhoods.has(desk.zoneId) && !desk.isTaken ? { color: 'gray.3', label: t`booked by zone`, symbol: 'off' } : markOf(desk)

const markOf = ({ isTaken, personName }: Desk): FloorMark => {
  if (personName) return { color: 'orange.4', label: personName, symbol: initials(personName) }
  return isTaken ? { color: 'orange.4', label: t`taken`, symbol: 'taken' } : { color: 'teal.2', label: t`free`, symbol: 'free' }
}

const LevelMap = ({ level, secret }: { level: Level; secret: string }) => {
  const image = usePlan(level, secret)
  const { levelName, desks, zones } = level
  const layout = useMemo(() => ({ zones, desks }), [zones, desks])
  const neighborhoods = new Set(zones.filter(isNeighborhood).map(({ zoneId }) => zoneId))
  return (
    <div className={classes.map}>
      <StillMap
        places={desks}
        markOf={markIn(neighborhoods)}
        layout={layout}
        image={image}
        label={t`Desks of ${levelName}, now`}
      />
    </div>
  )
}

/** The floor plan image of the level; it is read again only if it changed. */
const usePlan = ({ levelId, floorPlanVersion }: Level, secret: string): FloorImage | undefined => {
  const { data } = useQuery({
    queryKey: ['getKioskFloorPlan', levelId, floorPlanVersion] as const,
    queryFn: async ({ signal }): Promise<FloorImage> => {
      const plan = await call('getKioskFloorPlan', { params: { levelId }, bearer: secret, signal })
      const { image, mediaType, widthMetres, heightMetres } = plan
      return { url: `data:${mediaType};base64,${image}`, width: widthMetres, height: heightMetres }
    },
    enabled: floorPlanVersion !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return floorPlanVersion === null ? undefined : data
}

/** Desks and the seats of neighborhoods are counted apart, because they are booked in different ways. */
const Figures = ({ level: { zones }, presentCount }: { level: Level; presentCount: number }) => {
  const neighborhoods = zones.filter(isNeighborhood)
  const desks = zones.filter((zone) => !isNeighborhood(zone))
  return (
    <dl className={classes.figures}>
      {desks.length > 0 || neighborhoods.length === 0 ? (
        <>
          <Figure kind="free" name={t`Free desks`} value={freeOf(desks)} />
          <Figure kind="taken" name={t`Taken desks`} value={desks.reduce((sum, { taken }) => sum + taken, 0)} />
        </>
      ) : null}
      {neighborhoods.length > 0 ? <Figure kind="free" name={t`Free seats in zones`} value={freeOf(neighborhoods)} /> : null}
      <Figure name={t`People in the building`} value={presentCount} />
    </dl>
  )
}

const freeOf = (zones: Level['zones']): number => zones.reduce((sum, { seats, taken }) => sum + seats - taken, 0)

const Figure = ({ kind, name, value }: { kind?: 'free' | 'taken'; name: string; value: number }) => (
  <div data-kind={kind}>
    <dt>{name}</dt>
    <dd>{showNumber(value)}</dd>
  </div>
)
