import { measureBookings } from './bookings.ts'
import { measureDay } from './day.ts'
import { measureForecast } from './forecast.ts'
import { measureGrowth } from './growth.ts'
import { measureHorizon } from './horizon.ts'
import { measureIngest } from './ingest.ts'
import { measureLists } from './lists.ts'
import { measureLoader } from './loader.ts'
import { measureNeighbors } from './neighbors.ts'
import { measurePages } from './pages.ts'
import { measurePeers } from './peers.ts'
import { measureProvisioning } from './provisioning.ts'
import { measureReaders } from './readers.ts'
import type { Figure } from './report.ts'
import type { Scale } from './scale.ts'
import { measureCells, measureScale } from './simulated-sites.ts'
import type { Subject } from './subject.ts'
import { chromium, duckDb, influxdb, java, maven, nginx, psql, type VersionOf } from './versions.ts'
import { measureWarehouse } from './warehouse.ts'
import { measureWrites } from './writes.ts'

/** Figures that are measured together, with one service. */
export interface Part {
  readonly about: string
  readonly measure: (subject: Subject, scale: Scale) => Promise<Figure[]>
  /** Programs involved besides the service and its database. */
  readonly versions?: readonly VersionOf[]
  /** Debian packages that must be installed. */
  readonly packages?: string
  /** Takes hours, so it runs only where it is named. */
  readonly onRequest?: true
}

export const PARTS: Readonly<Record<string, Part>> = {
  ingest: { about: 'durable presence events, against inserts without the service', measure: measureIngest },
  bookings: { about: 'a search for a desk and a booking among millions of bookings', measure: measureBookings },
  day: { about: 'the morning of 10,000 users, all at once', measure: measureDay },
  growth: { about: 'more organizations, more rows', measure: measureGrowth },
  horizon: { about: 'the horizon engine for one day of 10,000 people', measure: measureHorizon },
  forecast: { about: 'forecasts of simulated companies, against who came', measure: measureForecast },
  lists: { about: 'pages of every list of a large organization', measure: measureLists },
  provisioning: { about: '100,000 users by SCIM, once more unchanged, and found by filters', measure: measureProvisioning },
  writes: { about: 'credentials, time off, bookings and imports, in processor time', measure: measureWrites },
  warehouse: {
    about: 'refresh and reads of a year of 10,000 users',
    measure: measureWarehouse,
    versions: [nginx, psql],
    packages: 'nginx-light postgresql-client',
  },
  readers: { about: 'reads of one organization beside slow readers of another', measure: measureReaders },
  neighbors: { about: 'a quiet organization beside one at full load', measure: measureNeighbors },
  scale: {
    about: 'a day of 200,000 people and 20 million events in one organization; only where it is asked for',
    measure: measureScale,
    onRequest: true,
  },
  cells: {
    about: 'the same day in 300 organizations of three databases; only where it is asked for',
    measure: measureCells,
    onRequest: true,
  },
  loader: { about: 'a month from the service into DuckDB and PostgreSQL', measure: measureLoader, versions: [duckDb] },
  peers: {
    about: 'the same events into QuestDB, InfluxDB, PostGraphile and Directus',
    measure: measurePeers,
    versions: [influxdb, java, maven],
    packages: 'influxdb default-jre-headless maven',
  },
  pages: { about: 'pages of the web app in Chromium', measure: measurePages, versions: [chromium] },
}

/** Profiles instead of measuring; runs only on request. */
export const PROFILE = 'profile'
