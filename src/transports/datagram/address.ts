/** Where datagrams come from and go to. */

/** One socket's numeric address, as a network reports it. */
export interface SocketAddress {
  readonly address: string;
  readonly port: number;
}

/** The address as a key of a map. */
export function addressKey({ address, port }: SocketAddress): string {
  return `${address} ${port}`;
}

export function isSameAddress(a: SocketAddress, b: SocketAddress): boolean {
  return a.port === b.port && a.address === b.address;
}
