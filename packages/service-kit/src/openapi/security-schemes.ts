/** How a caller proves who they are, by the names that operations refer to. */
export const securitySchemes = {
  user: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'Token of a user.',
  },
  service: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'Token of a SERVICE client.',
  },
  signIn: {
    type: 'oauth2',
    description: 'Sign-in of a user, as in the console (RFC 6749 section 4.1, RFC 7636).',
    flows: {
      authorizationCode: {
        authorizationUrl: '/oauth2/authorize',
        tokenUrl: '/oauth2/token',
        scopes: { openid: 'Who the user is; what they may do follows from their roles.' },
      },
    },
  },
} as const
