/** Where the pages of one's own account are, except the one to sign in: loaded with the first of them. */
export const PAGES = {
  SsoPage: () => import('./sign-in/sso-page.tsx'),
  SetUpPage: () => import('./sign-in/set-up-page.tsx'),
  ForgotPasswordPage: () => import('./sign-in/forgot-password-page.tsx'),
  AccountLinkPage: () => import('./sign-in/account-link-page.tsx'),
  UnsubscribePage: () => import('./sign-in/unsubscribe-page.tsx'),
  KioskPage: () => import('./kiosk/kiosk-page.tsx'),
  ProfilePage: () => import('./profile/profile-page.tsx'),
}
