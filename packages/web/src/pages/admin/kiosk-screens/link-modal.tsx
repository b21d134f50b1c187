import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Button, Group, Text } from '@mantine/core'
import { CopyField } from '../../../components/copy-field.tsx'
import { QrCode } from '../../../components/qr-code.tsx'
import { ShownOnceModal } from '../shared/shown-once-modal.tsx'
import type { CreatedScreen } from './screen-modal.tsx'

interface Props {
  readonly made: CreatedScreen
  /** Called when the dialog closes, to forget the link. */
  readonly onClose: () => void
}

/** Shows the link of a new screen, once, also as a code. */
export const LinkModal = ({ made: { name, link }, onClose }: Props) => (
  <ShownOnceModal
    title={t`Link of ${name}`}
    warning={t`The link is shown now and never again`}
    advice={
      <Trans>Open it in the browser of the screen, in full screen. Everyone who has the link sees what the screen shows.</Trans>
    }
    action={
      <Button variant="default" component="a" href={link} target="_blank" rel="noreferrer">
        <Trans>Open it here</Trans>
      </Button>
    }
    close={t`I have stored it`}
    onClose={onClose}
  >
    <CopyField label={t`Link`} value={link} />
    <Group gap="sm" wrap="nowrap">
      <Box w={160} flex="none">
        <QrCode text={link} label={t`QR code of the link`} />
      </Box>
      <Text size="sm">
        <Trans>A device with a camera, such as a tablet on the wall, opens the link by this code.</Trans>
      </Text>
    </Group>
  </ShownOnceModal>
)
