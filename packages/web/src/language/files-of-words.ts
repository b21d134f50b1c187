/** The languages that are translated; English is in the code. */
export const LOCALES = ['de', 'fr'] as const

/** The files of translations and the folders whose words they hold, in the two groups that are loaded at once. */
export const EMPLOYEES = {
  app: ['api', 'components', 'language', 'look', 'offline', 'shell', 'time', 'workplace'],
  home: ['pages/home'],
  me: ['pages/me'],
  account: ['pages/profile', 'pages/sign-in'],
} as const

/** For the pages of managers, administrators and integrators; loaded before the first of them. */
export const OFFICE = {
  admin: ['pages/admin/!(places|import|calendar|policies)'],
  places: ['pages/admin/{places,import,calendar,policies}'],
  analytics: ['pages/analytics'],
  data: ['pages/data'],
  troubleshooting: ['pages/troubleshooting'],
} as const
