import type { Locator, Page } from 'playwright-core'

/** What a test file made for itself: paths of pages, and names. */
export interface Made {
  readonly buildingName: string
  readonly calendarPath: string
  readonly policyGroupName: string
  readonly groupName: string
  readonly groupPath: string
  readonly keyName: string
  readonly keyPath: string
  readonly directoryName: string
}

interface Form {
  readonly path: string
  /** The button that opens it. */
  readonly opener: string
  /** The name of its dialog, if it is not that of the button. */
  readonly title?: string
  /** One field stands for all. */
  readonly label: RegExp
  readonly typed: string
  /** The button that saves it; absent where a test leaves it. */
  readonly save?: string
}

const NEXT_YEAR = new Date().getUTCFullYear() + 1

export const EVENT: Form = { path: '/me/events', opener: 'New event', label: /^Name/, typed: 'Lunch', save: 'Create the event' }
const visit: Form = { path: '/me/visitors', opener: 'Expect a visitor', label: /^Name/, typed: 'Alan', save: 'Save' }
const severalDays: Form = {
  ...{ path: '/me', opener: 'Several days', title: 'Plan several days' },
  ...{ label: /^Last day/, typed: `${NEXT_YEAR}-12-01` },
}
const screen: Form = {
  ...{ path: '/admin/kiosk-screens', opener: 'Create a link', title: 'Create the link of a screen' },
  ...{ label: /^Name/, typed: 'Lobby' },
}
export const PROVIDER: Form = {
  ...{ path: '/admin/single-sign-on', opener: 'Add a provider', title: 'Add an identity provider' },
  ...{ label: /^Button/, typed: 'Acme' },
}
const newGroup: Form = { path: '/admin/groups', opener: 'Add a group', label: /^Name/, typed: 'Squad' }
const meaning: Form = {
  ...{ path: '/admin/settings?tab=attributes', opener: 'Give an attribute a meaning' },
  ...{ label: /^Attribute/, typed: 'zz-cost-center' },
}

const policyOf = ({ policyGroupName: name }: Made): Form => ({
  ...{ path: '/admin/policies', opener: `Set a policy of ${name}`, title: `Policy of ${name}` },
  ...{ label: /^Days/, typed: '4', save: 'Set the policy' },
})
const holidayOf = ({ calendarPath, buildingName }: Made): Form => ({
  ...{ path: calendarPath, opener: 'Enter the first holiday', title: `Enter a holiday of ${buildingName}` },
  ...{ label: /^Name/, typed: 'Founders’ day' },
})
const closureOf = ({ calendarPath, buildingName }: Made): Form => ({
  ...{ path: calendarPath, opener: 'Add a closure', title: `Close ${buildingName}` },
  ...{ label: /^Reason/, typed: 'Painters' },
})
const outageOf = ({ calendarPath, buildingName }: Made): Form => ({
  ...{ path: calendarPath, opener: 'Add an outage', title: `Enter an outage of ${buildingName}` },
  ...{ label: /^What happened/, typed: 'Readers were moved' },
})
const directoryOf = ({ directoryName }: Made): Form => ({
  ...{ path: '/admin/provisioning', opener: `Edit ${directoryName}` },
  ...{ label: /^Kind of group/, typed: 'squad', save: 'Save' },
})
const keyOf = ({ keyPath, keyName }: Made): Form => ({
  ...{ path: keyPath, opener: 'Edit', title: `Change ${keyName}` },
  ...{ label: /^Requests per minute/, typed: '70', save: 'Save' },
})
export const groupOf = ({ groupPath, groupName }: Pick<Made, 'groupPath' | 'groupName'>): Form => ({
  ...{ path: groupPath, opener: 'Edit', title: `Change ${groupName}` },
  ...{ label: /^Kind/, typed: 'zz-squad', save: 'Save' },
})

/** Forms that keep a draft, by what they are about. */
export const FORMS: Readonly<Record<string, (made: Made) => Form>> = {
  'a new event': () => EVENT,
  'a visit': () => visit,
  'several days': () => severalDays,
  'an attendance policy': policyOf,
  'a holiday': holidayOf,
  'a closure': closureOf,
  'an outage': outageOf,
  'a kiosk screen': () => screen,
  'an identity provider': () => PROVIDER,
  'a provisioning provider': directoryOf,
  'a new group': () => newGroup,
  'a stored group': groupOf,
  'a stored key': keyOf,
  'the meaning of an attribute': () => meaning,
}

/** Opens the form, and returns its dialog and the field that stands for it. */
export const openForm = async (
  page: Page,
  { opener, title = opener, label }: Form,
): Promise<{ dialog: Locator; field: Locator }> => {
  const dialog = page.getByRole('dialog', { name: title, exact: true })
  await page.getByRole('button', { name: opener, exact: true }).first().click()
  const field = dialog.getByLabel(label)
  await field.waitFor()
  return { dialog, field }
}
