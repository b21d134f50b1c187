import type { ReactNode } from 'react'

/** Drawings for places where there is nothing yet. Each is 120 by 80, of lines in the quiet color and one shape in the accent color. */
const DRAWINGS = {
  /** A desk with a screen: no desk, no place, no building. */
  desk: (
    <>
      <path d="M18 54h84M28 54v18M92 54v18M60 54v-8" />
      <rect x="40" y="18" width="40" height="28" rx="3" />
      <path className="accent" d="M52 32l6 6 11-12" />
    </>
  ),
  /** A sheet of a calendar: no days, no events, no plans. */
  calendar: (
    <>
      <rect x="32" y="16" width="56" height="54" rx="4" />
      <path d="M32 30h56M46 10v10M74 10v10M44 42h8M56 42h8M44 54h8M56 54h8" />
      <rect className="accent" x="68" y="48" width="12" height="12" rx="2" />
    </>
  ),
  /** Two people, one of them not there yet. */
  people: (
    <>
      <circle cx="46" cy="30" r="10" />
      <path d="M26 66c0-12 8-20 20-20s20 8 20 20" />
      <circle className="accent" cx="80" cy="34" r="8" strokeDasharray="3 4" />
      <path className="accent" d="M66 66c0-10 5-16 14-16s14 6 14 16" strokeDasharray="3 4" />
    </>
  ),
  /** A magnifying glass over lines: nothing matches, or nothing is chosen. */
  search: (
    <>
      <path d="M24 22h46M24 36h24M24 50h20M24 64h34" />
      <circle className="accent" cx="74" cy="44" r="15" />
      <path className="accent" d="M85 55l13 13" />
    </>
  ),
  /** A chart with its axes only: no figures. */
  chart: (
    <>
      <path d="M26 12v56h70" />
      <path d="M38 68V52M54 68V44M70 68V56" strokeDasharray="3 4" />
      <path className="accent" d="M38 38l16-10 16 8 20-18" />
    </>
  ),
  /** A key and a lock: for other roles. */
  lock: (
    <>
      <rect x="36" y="34" width="48" height="36" rx="4" />
      <path d="M46 34v-8a14 14 0 0 1 28 0v8" />
      <circle className="accent" cx="60" cy="49" r="4" />
      <path className="accent" d="M60 53v8" />
    </>
  ),
  /** An empty tray: nothing waits, nothing was sent. */
  tray: (
    <>
      <path d="M26 44l12-26h44l12 26v20a4 4 0 0 1-4 4H30a4 4 0 0 1-4-4z" />
      <path d="M26 44h20l4 8h20l4-8h20" />
      <path className="accent" d="M52 32l6 6 11-12" />
    </>
  ),
} as const satisfies Readonly<Record<string, ReactNode>>

export type Picture = keyof typeof DRAWINGS

export const EmptyPicture = ({ of }: { of: Picture }) => (
  <svg className="look-picture" viewBox="0 0 120 80" width={120} height={80} aria-hidden="true">
    {DRAWINGS[of]}
  </svg>
)
