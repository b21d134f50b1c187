/** The languages that are translated; English is in the code. */
export const LOCALES = ['de', 'fr'] as const

/** The files of translations and the folders whose words they hold, in groups that are loaded at once. */
export const WORDS = {
  /** Loaded before anything is shown. */
  first: {
    app: ['api', 'components', 'language', 'look', 'offline', 'shell', 'time', 'workplace'],
    home: ['pages/home'],
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
    troubleshooting: ['pages/troubleshooting'],
    errors: ['errors'],
  },
  /** What the service refuses, in other words than its own; the pages above show some of them without a refusal. */
  errors: {
    errors: ['errors'],
  },
} as const
