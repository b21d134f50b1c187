/** The languages that are translated; English is in the code. */
export const LOCALES = ['de', 'fr'] as const

/** Of forms and periods, which the first page does not show. */
const FIELDS =
  'components/{amenities,amenity-filter,calendar-labels,draft,fields,period-fields,period-nav,typed-day,unsaved}.{ts,tsx}'

/**
 * The files of translations and the folders and files whose words they hold, in groups that are loaded at once. What begins with ! is
 * left out: another group has its words.
 */
export const WORDS = {
  /** Loaded before anything is shown. */
  first: {
    app: [
      ...[
        'api',
        'components',
        '!components/{chart,floor-map,table}',
        `!${FIELDS}`,
        'language',
        'look',
        'offline',
        'shell',
        'time',
      ],
      ...[
        'workplace',
        '!workplace/views',
        '!workplace/{attribute-words,policy-words}.ts',
        '!workplace/source-health.ts',
        '!shell/notifications/service-notifications.ts',
      ],
    ],
    home: ['pages/home', '!pages/home/{first-steps,office,service}'],
  },
  /** What only administrators see on the first page and among the notifications. */
  overview: {
    overview: [
      'pages/home/{first-steps,office,service}',
      ...['workplace/source-health.ts', 'shell/notifications/service-notifications.ts'],
    ],
  },
  /** What the pages below share, and the first page does not show. */
  parts: {
    parts: ['components/{chart,floor-map,table}', FIELDS, 'workplace/views', 'workplace/{attribute-words,policy-words}.ts'],
  },
  me: {
    me: ['pages/me'],
  },
  /** For the pages about one's own account, which few visits need. */
  account: {
    account: ['pages/profile', 'pages/sign-in', 'pages/kiosk'],
  },
  /** For the pages of managers, administrators and integrators. */
  office: {
    admin: ['pages/admin/!(places|import|calendar|policies)'],
    places: ['pages/admin/{places,import,calendar,policies}'],
    analytics: ['pages/analytics'],
    data: ['pages/data'],
    troubleshooting: ['pages/troubleshooting', 'workplace/source-health.ts'],
    errors: ['errors'],
  },
  /** What the service refuses, in other words than its own; the pages above show some of them without a refusal. */
  errors: {
    errors: ['errors'],
  },
} as const

/** The pattern of the files that a folder has, or of a file itself. */
const patternOf = (path: string): string => (path.includes('.') ? path : `${path}/**/*.{ts,tsx}`)

/** The patterns of the files whose words one file of translations holds, and of those among them whose words it does not. */
export const patternsOf = (paths: readonly string[]): { readonly include: string[]; readonly exclude: string[] } => ({
  include: paths.filter((path) => !path.startsWith('!')).map(patternOf),
  exclude: paths.filter((path) => path.startsWith('!')).map((path) => patternOf(path.slice(1))),
})
