import { t } from '@lingui/core/macro'

/** Columns whose cell is a field of a person, as the import file names them. */
const FIELDS = ['id', 'userName', 'email', 'firstName', 'lastName', 'status', 'onboarded', 'primaryLocation'] as const
/** Columns of which a person has several, with what they are about after a dot. */
const SEVERAL = { groups: 'department', attributes: 'costCentre', weekPlan: 'monday', identities: 'badge-readers' } as const

export type Several = keyof typeof SEVERAL

/** What a column of the file says about a person; a field that is not known goes to the service, which names the nearest one. */
export interface CsvColumn {
  /** As the header writes it. */
  readonly header: string
  readonly field: string
  readonly of?: { readonly part: Several; readonly name: string }
}

/** `First name` and `first_name` are `firstName`. */
const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s_-]/g, '')

/** What directories and HR systems call these columns, in the languages of the app. */
const OTHER_NAMES = new Map(
  Object.entries({
    ...{ userprincipalname: 'userName', benutzername: 'userName', "nomd'utilisateur": 'userName' },
    ...{ mail: 'email', emailaddress: 'email', emailadresse: 'email', courriel: 'email', adresseemail: 'email' },
    ...{ givenname: 'firstName', vorname: 'firstName', prénom: 'firstName' },
    ...{ surname: 'lastName', familyname: 'lastName', nachname: 'lastName', familienname: 'lastName', nom: 'lastName' },
    ...{ department: 'groups.department', abteilung: 'groups.department', service: 'groups.department' },
    ...{ costcenter: 'attributes.costCentre', costcentre: 'attributes.costCentre', kostenstelle: 'attributes.costCentre' },
    ...{ building: 'primaryLocation', primarybuilding: 'primaryLocation' },
    ...{ gebäude: 'primaryLocation', stammgebäude: 'primaryLocation' },
    ...{ bâtiment: 'primaryLocation', bâtimentprincipal: 'primaryLocation' },
  }),
)

const columnOf = (header: string): CsvColumn => {
  const other = OTHER_NAMES.get(plain(header))
  if (other) return { ...columnOf(other), header }
  const dot = header.indexOf('.')
  const part = Object.keys(SEVERAL).find((each) => plain(each) === plain(header.slice(0, dot))) as Several | undefined
  if (dot > 0 && part) {
    const given = header.slice(dot + 1).trim()
    return { header, field: part, of: { part, name: part === 'weekPlan' ? given.toLowerCase() : given } }
  }
  return { header, field: FIELDS.find((each) => plain(each) === plain(header)) ?? header }
}

/** The columns of a header, or what is wrong with it. */
export const columnsOf = (header: readonly string[], line: number): readonly CsvColumn[] | string => {
  const columns = header.map(columnOf)
  const keyOf = ({ field, of }: CsvColumn) => JSON.stringify([field, of?.name])
  for (const [index, column] of columns.entries()) {
    const { header: name, field, of } = column
    const position = index + 1
    if (name === '') return t`Line ${line}, column ${position}: the column has no name.`
    if (columns.findIndex((other) => keyOf(other) === keyOf(column)) < index)
      return t`Line ${line}, column ${name}: the column is there twice.`
    const example = field in SEVERAL ? `${field}.${SEVERAL[field as Several]}` : ''
    if (example && !of?.name) return t`Line ${line}, column ${name}: say which one after a dot, such as ${example}.`
  }
  const names = columns.some(({ field }) => field === 'userName' || field === 'email')
  return names ? columns : t`Line ${line}: the first line names the columns, and there must be one named userName or email.`
}

const HEADER = [
  ...['userName', 'email', 'firstName', 'lastName', 'primaryLocation', 'groups.department', 'attributes.costCentre'],
  ...['weekPlan.monday', 'weekPlan.tuesday', 'weekPlan.wednesday', 'weekPlan.thursday', 'weekPlan.friday'],
  'identities.badge-readers',
]

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** The address of a file of people to begin with, which spreadsheets open with its characters. */
export const templateOf = (building: string): string => {
  const ada = ['ada.byron@example.com', 'ada.byron@example.com', 'Ada', 'Byron', building, 'Engineering', '4711']
  const rows = [HEADER, [...ada, ...['o', 'o', 'r', 'r', 'a'], '0004711']]
  return `data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${rows.map((row) => row.map(quoted).join(',')).join('\r\n')}\r\n`)}`
}
