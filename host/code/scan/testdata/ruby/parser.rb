# frozen_string_literal: true
require 'set'
require_relative "lib/node"

=begin
class Nope
end
=end

# Reads text.
module Reading # def: Reading
  VERSION = '1.0' # a constant of its module

  # A parser.
  class Parser < Base::Parser # def: Reading.Parser
    include Comparable
    attr_reader :name, :size
    WORDS = %w[def end class].freeze
    PATTERN = /["'#{WORDS}]end/x

    # Makes one.
    def initialize(name, size: 1, **rest) # def: Reading.Parser.initialize
      @name = name
      @text = <<~TEXT
        def not_here
        end
      TEXT
    end

    def self.parse(text) # def: Reading.Parser.parse
      text.each_line do |line|
        next if line =~ /^end/
      end
    end

    def ready? = @name && true # def: Reading.Parser.ready?
    def name=(value) # def: Reading.Parser.name=
      @name = value.to_s if value
    end

    def <=>(other) # def: Reading.Parser.<=>
      name <=> other.name
    end

    def [](key); @map[key]; end # def: Reading.Parser.[]

    private def secret! # def: Reading.Parser.secret!
      begin
        raise "it's"
      rescue => e
        puts "#{e.message.gsub("\"", '')} end"
      ensure
        done
      end
    rescue StandardError
      nil
    end

    class << self
      def build # def: Reading.Parser.build
        while true do break end
      end
    end

    class Error < StandardError; end # def: Reading.Parser.Error
  end
end

Point = Struct.new(:x, :y) do # def: Point
  def length # def: Point.length
    Math.sqrt(x * x + y * y)
  end
end

DEFAULTS = { # def: DEFAULTS
  a: 1,
  "end" => 2,
}.freeze

class Outer::Inner # def: Outer.Inner
  def call() @x ? 'a' : ?b end # def: Outer.Inner.call
end

if RUBY_VERSION > "3"
  def modern(...) # def: modern
    other(...)
  end
end

describe "a parser" do
  it "works" do
    expect(1).to eq(1)
  end
end

def heredocs # def: heredocs
  call(<<-ONE, <<~'TWO')
    end
  ONE
    def x
  TWO
end
__END__
def after
end
