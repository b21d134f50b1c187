import { t } from '@lingui/core/macro'
/** A desk as the floor map expects it; without coordinates it gets a place in an automatic grid. */
export interface FloorPlace {
  readonly placeId: string
  readonly placeName: string
  readonly zoneId: string
  readonly zoneName: string
  /** Meters from the left edge of the floor plan. */
  readonly x: number | null
  /** Meters from its top edge. */
  readonly y: number | null
  /** How far it is turned, in degrees clockwise; undefined if the drawing does not show it. */
  readonly rotation?: number
}

/** The look and the label of a desk. */
export interface FloorMark {
  /** A color of the theme (`teal.6`) or any CSS color. */
  readonly color: string
  /** Spoken, and shown in the tooltip: `free`, `used 64 % of days`. */
  readonly label: string
  /** A named symbol, or a text of up to 3 letters. It is drawn on the desk, so that color is not the only signal. */
  readonly symbol?: 'free' | 'taken' | 'mine' | 'off' | 'assigned' | (string & {})
  /** Drawn instead of the symbol where there is room: up to 4 letters, such as `61%`. */
  readonly figure?: string
  /** The text of the legend for this color and symbol; the label if absent. */
  readonly legend?: string
  /** Draws a star at the corner of the desk; the label has to say what it means. */
  readonly isStarred?: boolean
  /** The reader cannot choose the desk; the label says why. */
  readonly isUnavailable?: boolean
}

/** The desks that the reader likes best. */
export interface FloorFavorites<P extends FloorPlace> {
  readonly ids: ReadonlySet<string>
  readonly onToggle: (place: P) => void
  /** Whether the list shows no other desks. */
  readonly isOnly: boolean
}

/** The image is drawn below the desks, starting at the origin; sizes are in meters. */
export interface FloorImage {
  readonly url: string
  readonly width: number
  readonly height: number
}

/** A desk where it is drawn. */
export interface Desk<P extends FloorPlace = FloorPlace> {
  readonly place: P
  readonly x: number
  readonly y: number
  /** False if the desk has no coordinates and is in the automatic grid. */
  readonly isPlaced: boolean
}

export interface Point {
  readonly x: number
  readonly y: number
}

export const inWords = ({ placeName, zoneName }: FloorPlace, { label }: FloorMark): string =>
  t`Desk ${placeName}, zone ${zoneName}, ${label}`
