/** A package that is published, in the order in which they depend on each other. */
export interface Published {
  /** Folder of its manifest and README, from the root of the repository. */
  readonly folder: string
  /** Its sources; what their imports need has to be in the same folder, or in a package. */
  readonly source: string
  /** Libraries that need nothing of Node also run in browsers. */
  readonly runsIn: 'node' | 'any'
  /** Files and folders that are published as they are: the target in the package and the place in the repository. */
  readonly assets: Readonly<Record<string, string>>
}

const inPackages = (name: string, more: Partial<Published> = {}): Published => ({
  folder: `packages/${name}`,
  source: `packages/${name}/src`,
  runsIn: 'node',
  assets: {},
  ...more,
})

export const PUBLISHED: readonly Published[] = [
  inPackages('contract', { runsIn: 'any' }),
  inPackages('client', { runsIn: 'any' }),
  inPackages('embedded-postgres'),
  inPackages('loader'),
  inPackages('simulator'),
  inPackages('server', { assets: { web: 'packages/web/dist' } }),
  inPackages('cli', { assets: { 'bin/rollcall.js': 'packages/cli/bin/rollcall.js', systemd: 'deploy/systemd' } }),
]

/** What is never published: tests and what only they use. */
export const NOT_PUBLISHED = ['**/*.test.ts', 'testing/**']
