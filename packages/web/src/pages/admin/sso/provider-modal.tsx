import { Checkbox, PasswordInput, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ClientAuthentication, IdentityProvider } from '@rollcall/contract'
import { call } from '../../../api/call.ts'
import { invalidate } from '../../../api/query.ts'
import { notifyDone } from '../../../components/notices.tsx'
import { FormModal } from '../shared/modals.tsx'
import { changesOf, type Values, valuesOf } from './provider-values.ts'
import { RoleMappings } from './role-mappings.tsx'

const METHODS: readonly { readonly value: ClientAuthentication; readonly label: string }[] = [
  { value: 'client_secret_basic', label: 'A client secret, in a header' },
  { value: 'client_secret_post', label: 'A client secret, in the body' },
  { value: 'private_key_jwt', label: 'A private key' },
  { value: 'none', label: 'Nothing but PKCE (public client)' },
]

const isGiven = (what: string) => (value: string) => (value.trim() ? null : `Give ${what}.`)

/** Adds a provider, or changes one. */
export const ProviderModal = ({ provider, onClose }: { provider?: IdentityProvider; onClose: () => void }) => {
  const form = useForm<Values>({
    initialValues: valuesOf(provider),
    validate: {
      label: isGiven('the text of its button'),
      issuer: (value) => (/^https?:\/\/\S+$/.test(value.trim()) ? null : 'Give an address that begins with https://.'),
      clientId: isGiven('the client id'),
      userNameClaim: isGiven('a claim'),
      emailClaim: isGiven('a claim'),
    },
  })
  const { clientAuthentication } = form.values
  const save = async (values: Values) => {
    const body = changesOf(values)
    if (provider) {
      const status = values.isActive ? 'active' : 'inactive'
      await call('updateIdentityProvider', { params: { providerId: provider.providerId }, body: { ...body, status } })
    } else {
      await call('createIdentityProvider', { body: { ...body, issuer: values.issuer.trim() } })
    }
    await invalidate('listIdentityProviders', 'findSignInProviders')
    notifyDone(
      provider ? `${body.label} is changed.` : `${body.label} is added. Test it, and enter its addresses at the provider.`,
    )
  }
  return (
    <FormModal
      title={provider ? `Edit ${provider.label}` : 'Add an identity provider'}
      form={form}
      save={save}
      submitLabel={provider ? 'Save' : 'Add the provider'}
      fieldOfCode={{ name_taken: 'label', break_glass_missing: 'isRequired' }}
      onClose={onClose}
    >
      <TextInput
        label="Button"
        description="What people read on the sign-in page."
        placeholder="Entra ID"
        required
        maxLength={100}
        data-autofocus
        {...form.getInputProps('label')}
      />
      <TextInput
        label="Issuer"
        description={
          provider
            ? 'It cannot be changed: add another provider.'
            : 'As the provider writes it; its discovery document is below it.'
        }
        placeholder="https://login.example.com/acme"
        required
        disabled={provider !== undefined}
        {...form.getInputProps('issuer')}
      />
      <TextInput label="Client id" required maxLength={500} autoComplete="off" {...form.getInputProps('clientId')} />
      <Select
        label="The service proves itself by"
        data={[...METHODS]}
        allowDeselect={false}
        {...form.getInputProps('clientAuthentication')}
      />
      <Credential method={clientAuthentication} isStored={provider !== undefined} input={form.getInputProps('credential')} />
      <TextInput
        label="Domains"
        description="Of e-mail addresses. They find the provider on the sign-in page, and only they may sign in with it. Empty: all."
        placeholder="example.com example.org"
        {...form.getInputProps('domains')}
      />
      <Checkbox.Group
        label="People are found by"
        description="At their first sign-in. Afterwards the provider's own identifier counts."
        {...form.getInputProps('linksBy')}
      >
        <Stack gap="xs" mt="xs">
          <Checkbox
            value="verified-email"
            label="E-mail address"
            description="Only one that the provider says it has verified."
          />
          <Checkbox
            value="user-name"
            label="User name"
            description="Only if your directory gives it, and people cannot choose it at the provider."
          />
        </Stack>
      </Checkbox.Group>
      <TextInput label="Claim with the user name" required {...form.getInputProps('userNameClaim')} />
      <TextInput label="Claim with the e-mail address" required {...form.getInputProps('emailClaim')} />
      <TextInput label="Scopes" description="Besides openid." {...form.getInputProps('scopes')} />
      <Switch
        label="Create people who are not known yet"
        description="Otherwise they come from an import or from provisioning, and others are refused."
        {...form.getInputProps('createsPeople', { type: 'checkbox' })}
      />
      <RoleMappings form={form} />
      <Switch
        label="Turn passwords off"
        description="Everyone signs in with a provider, and sessions of passwords end. Break-glass accounts keep both; make one first."
        {...form.getInputProps('isRequired', { type: 'checkbox' })}
      />
      <Switch
        label="Sign out there as well"
        description="Signing out here also ends the session at the provider."
        {...form.getInputProps('signsOutThere', { type: 'checkbox' })}
      />
      {provider ? (
        <Switch
          label="In use"
          description="Turned off, its people are signed out and cannot sign in with it."
          {...form.getInputProps('isActive', { type: 'checkbox' })}
        />
      ) : null}
    </FormModal>
  )
}

interface CredentialProps {
  readonly method: ClientAuthentication
  readonly isStored: boolean
  readonly input: object
}

const Credential = ({ method, isStored, input }: CredentialProps) => {
  if (method === 'none') return null
  const description = isStored ? 'Empty: it stays as it is.' : 'It is stored sealed and never shown again.'
  return method === 'private_key_jwt' ? (
    <Textarea
      label="Private key"
      description={`PEM, PKCS #8, without a passphrase. For Entra with its certificate. ${description}`}
      autosize
      minRows={3}
      maxRows={8}
      autoComplete="off"
      {...input}
    />
  ) : (
    <PasswordInput
      label="Client secret"
      description={description}
      autoComplete="off"
      visibilityToggleButtonProps={{ 'aria-label': 'Show the secret', tabIndex: 0 }}
      {...input}
    />
  )
}
