import { Trans } from '@lingui/react/macro'
import { Button, type ButtonProps } from '@mantine/core'
import { addressOf } from '../api/call.ts'

/** Downloads everything that is stored about a user as a file; `me` stands for the signed-in user. */
export const PersonalDataButton = ({ userId, ...button }: ButtonProps & { readonly userId: string }) => (
  <Button
    variant="default"
    component="a"
    href={addressOf('getPersonalData', { userId })}
    download={userId === 'me' ? 'personal-data.json' : `personal-data-${userId}.json`}
    {...button}
  >
    <Trans>Download a copy</Trans>
  </Button>
)
