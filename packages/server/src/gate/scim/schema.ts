/** An attribute of a resource, as `/Schemas` shows it (RFC 7643 §7). */
export interface Attribute {
  readonly name: string
  readonly type: 'string' | 'boolean' | 'reference' | 'dateTime' | 'complex'
  readonly multiValued: boolean
  readonly description: string
  readonly required: boolean
  readonly caseExact: boolean
  readonly mutability: 'readWrite' | 'readOnly'
  readonly returned: 'default' | 'always'
  readonly uniqueness: 'none' | 'server'
  readonly canonicalValues?: readonly string[]
  readonly referenceTypes?: readonly string[]
  readonly subAttributes?: readonly Attribute[]
}

/** A schema with its attributes. */
export interface Schema {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly attributes: readonly Attribute[]
}

/** What a kind of resource consists of. */
export interface ResourceSchema {
  readonly core: Schema
  readonly extensions: readonly Schema[]
}

type Options = Partial<Omit<Attribute, 'name' | 'description'>>

const DEFAULTS: Omit<Attribute, 'name' | 'description'> = {
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
}

const attribute = (name: string, description: string, options: Options = {}): Attribute => ({
  name,
  description,
  ...DEFAULTS,
  ...options,
})

const READ_ONLY: Options = { mutability: 'readOnly' }

export const USER_URN = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP_URN = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const ENTERPRISE_URN = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

/** Attributes that all resources have; `/Schemas` does not list them (RFC 7643 §3.1). */
export const COMMON: readonly Attribute[] = [
  attribute('id', 'The identifier of the resource.', { ...READ_ONLY, caseExact: true, returned: 'always', uniqueness: 'server' }),
  attribute('externalId', 'The identifier that the provider uses.', { caseExact: true }),
  attribute('meta', 'When the resource was created and changed.', {
    ...READ_ONLY,
    type: 'complex',
    subAttributes: [
      attribute('resourceType', 'The kind of resource.', { ...READ_ONLY, caseExact: true }),
      attribute('created', 'When it was created.', { ...READ_ONLY, type: 'dateTime' }),
      attribute('lastModified', 'When it was last changed.', { ...READ_ONLY, type: 'dateTime' }),
      attribute('location', 'Its address.', { ...READ_ONLY, type: 'reference', caseExact: true }),
      attribute('version', 'Its version, which is also its ETag.', { ...READ_ONLY, caseExact: true }),
    ],
  }),
]

/** Personal data that the service has no use for is not part of the schema, so it is not stored. */
export const USER: ResourceSchema = {
  core: {
    id: USER_URN,
    name: 'User',
    description: 'A person who plans days and books desks.',
    attributes: [
      attribute('userName', 'The name by which the person signs in.', { required: true, uniqueness: 'server' }),
      attribute('name', 'The parts of the name.', {
        type: 'complex',
        subAttributes: [
          attribute('formatted', 'The full name.'),
          attribute('familyName', 'The last name.'),
          attribute('givenName', 'The first name.'),
        ],
      }),
      attribute('displayName', 'The name that is shown.'),
      attribute('title', 'The job title.'),
      attribute('userType', 'The kind of employment.'),
      attribute('preferredLanguage', 'The language of messages.'),
      attribute('locale', 'The locale of dates and numbers.'),
      attribute('timezone', 'The IANA time zone.'),
      attribute(
        'active',
        'Whether the person works here; true if it is not given. False: a leaver, whose future bookings are canceled.',
        {
          type: 'boolean',
          required: true,
        },
      ),
      attribute('emails', 'E-mail addresses. The primary one, else the one of type work, is the address of the person.', {
        type: 'complex',
        multiValued: true,
        subAttributes: [
          attribute('value', 'The address.'),
          attribute('display', 'How it is shown.'),
          attribute('type', 'What it is for.', { canonicalValues: ['work', 'home', 'other'] }),
          attribute('primary', 'Whether it is the main address.', { type: 'boolean' }),
        ],
      }),
      attribute('groups', 'The groups of this provider that the person belongs to.', {
        ...READ_ONLY,
        type: 'complex',
        multiValued: true,
        subAttributes: [
          attribute('value', 'The id of the group.', { ...READ_ONLY, caseExact: true }),
          attribute('$ref', 'The address of the group.', { ...READ_ONLY, type: 'reference', referenceTypes: ['Group'] }),
          attribute('display', 'The name of the group.', READ_ONLY),
          attribute('type', 'Always direct.', { ...READ_ONLY, canonicalValues: ['direct'] }),
        ],
      }),
    ],
  },
  extensions: [
    {
      id: ENTERPRISE_URN,
      name: 'EnterpriseUser',
      description: 'Where the person belongs. Attribute mappings make groups of it.',
      attributes: [
        attribute('employeeNumber', 'The number of the employee.'),
        attribute('costCenter', 'The cost center.'),
        attribute('organization', 'The organization.'),
        attribute('division', 'The division.'),
        attribute('department', 'The department.'),
        attribute('manager', 'The manager.', {
          type: 'complex',
          subAttributes: [
            attribute('value', 'The id of the manager.', { caseExact: true }),
            attribute('$ref', 'The address of the manager.', { type: 'reference', referenceTypes: ['User'] }),
          ],
        }),
      ],
    },
  ],
}

export const GROUP: ResourceSchema = {
  core: {
    id: GROUP_URN,
    name: 'Group',
    description: 'A group of people, of the group type of the provider.',
    attributes: [
      attribute('displayName', 'The name of the group, unique within its type.', { required: true, uniqueness: 'server' }),
      attribute('members', 'The people in the group.', {
        type: 'complex',
        multiValued: true,
        subAttributes: [
          attribute('value', 'The id of the user.', { caseExact: true }),
          attribute('$ref', 'The address of the user.', { type: 'reference', referenceTypes: ['User'] }),
          attribute('type', 'Always User.', { canonicalValues: ['User'] }),
        ],
      }),
    ],
  },
  extensions: [],
}
