import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { bearerSecret, type KeyWithSecret } from '@rollcall/contract'
import { CopyField } from '../../../components/copy-field.tsx'
import { ShownOnceModal } from '../shared/shown-once-modal.tsx'

interface Props {
  readonly made: KeyWithSecret
  /** Called when the dialog closes, to forget the secret. */
  readonly onClose: () => void
}

/** Shows the secret of a new key, once. */
export const SecretModal = ({ made: { name, keyId, role, secret }, onClose }: Props) => (
  <ShownOnceModal
    title={t`Secret of ${name}`}
    warning={t`The secret is shown now and never again`}
    advice={
      <Trans>
        Before you close this, store it where the users of the key keep their secrets. No one can look it up later: if it is lost,
        you need a new key.
      </Trans>
    }
    close={t`I have stored it`}
    onClose={onClose}
  >
    <CopyField label={t`Key id`} value={keyId} />
    <CopyField label={t`Secret`} value={secret ?? ''} />
    {role === 'provisioning' && <CopyField label={t`Bearer secret, for SCIM`} value={bearerSecret(keyId, secret ?? '')} />}
  </ShownOnceModal>
)
