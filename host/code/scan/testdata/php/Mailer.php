<html><?php echo "function no() {"; ?>
<?php
declare(strict_types=1);

namespace App\Mail;

use App\Models\User;
use Psr\Log\{LoggerInterface, NullLogger};

const RETRIES = 3; // def: RETRIES

/**
 * Sends mail.
 */
#[Service(name: "mail }")]
final class Mailer extends Base implements Sender, \Countable // def: Mailer
{
    use LogsThings;

    public const LIMIT = 10;
    private array $queue = ['a' => ['{']];
    protected ?string $from = null;

    public function __construct(private LoggerInterface $logger = new NullLogger()) // def: Mailer.__construct
    {
        parent::__construct();
    }

    /** Sends one. */
    #[Pure]
    public static function send(User $user, string ...$rest): static|bool // def: Mailer.send
    {
        $f = function ($x) use ($user) { return "{$x} }"; };
        $text = <<<EOT
        function no() {
          $user }
        EOT;
        return match (true) { default => false };
    }

    abstract protected function close(): void; // def: Mailer.close

    function &reference() { return $this->queue; } // def: Mailer.reference
    # a comment with { brace
    public function count(): int { return $this->class + fn() => 1; } // def: Mailer.count
}

interface Sender { // def: Sender
    public function send(User $u); // def: Sender.send
}

trait LogsThings { // def: LogsThings
    private $x = 'it\'s {';
    function log($m) { echo "$m // no"; } // def: LogsThings.log
}

enum Status: string { // def: Status
    case Open = 'o';
    case Closed = 'c';
    const DEFAULT = self::Open;
    public static function first(): self { return self::Open; } // def: Status.first
}

abstract class Shape { // def: Shape
    abstract function area(); // def: Shape.area
}

if (!function_exists('helper')) {
    function helper(int $a, $b = []) { // def: helper
        return new class extends Shape {
            function area() { return 1; }
        };
    }
}
$closure = function () { return 1; };
?>
<p>class Html { it's }</p>
<?php
function last_one() // def: last_one
{
?>
  <b>text</b>
<?php
}
